import { signIn } from "../data/sign-in.ts";
import { useStore } from "../data/store.ts";
import { SignInPage } from "../pages/sign-in-page.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Shell } from "./shell.tsx";

export function App() {
  const signedIn = useStore(signIn);
  return (
    <TooltipProvider>
      {signedIn.state === "in" ? <Shell /> : <SignInPage signIn={signedIn} />}
    </TooltipProvider>
  );
}
