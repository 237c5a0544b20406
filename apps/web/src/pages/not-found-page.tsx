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
        title="There is nothing at this address"
        action={<Button onClick={() => go({ page: "home" })}>Go to the start</Button>}
      >
        The link is not complete, or what it led to has another address now.
      </EmptyState>
    </Page>
  );
}
