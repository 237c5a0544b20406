import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Page } from "../layout/page.tsx";
import { PartMissing } from "../offline/load-part.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface ErrorBoundaryProps {
  /** Something else is shown: what went wrong before is forgotten. */
  readonly of: string;
  readonly children: ReactNode;
}

/** A page that cannot be drawn says so and leaves the rest alone. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: Error | null }> {
  override state: { readonly failed: Error | null } = { failed: null };

  static getDerivedStateFromError(error: Error) {
    return { failed: error };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.failed !== null && before.of !== this.props.of) this.setState({ failed: null });
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    const isOutdated = failed instanceof PartMissing;
    const again = () => (isOutdated ? location.reload() : this.setState({ failed: null }));
    return (
      <Page title="Something went wrong">
        <EmptyState
          icon={<CircleAlert size={28} />}
          title={isOutdated ? "This page is out of date" : "This page could not be drawn"}
          action={<Button onClick={again}>{isOutdated ? "Reload" : "Try again"}</Button>}
        >
          Nothing is lost: the log has everything. {failed.message}
        </EmptyState>
      </Page>
    );
  }
}
