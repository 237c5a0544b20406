import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Page } from "../layout/page.tsx";
import { PartMissing } from "../offline/load-part.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface ErrorBoundaryProps {
  /** A different value clears the error, because another page is shown. */
  readonly of: string;
  readonly children: ReactNode;
}

/** Shows an error instead of a page that fails to render; the rest of the app keeps working. */
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
          title={isOutdated ? "Polylog was updated" : "Could not show this page"}
          action={<Button onClick={again}>{isOutdated ? "Reload" : "Try again"}</Button>}
        >
          Your sessions are safe on the server. {failed.message}
        </EmptyState>
      </Page>
    );
  }
}
