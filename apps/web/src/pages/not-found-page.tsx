import { Compass } from "lucide-react";
import { Page } from "../layout/page.tsx";
import { go } from "../routing/router.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        icon={<Compass size={28} />}
        title="Page not found"
        action={<Button onClick={() => go({ page: "home" })}>Go to the start page</Button>}
      >
        The link is incomplete, or the page has moved.
      </EmptyState>
    </Page>
  );
}
