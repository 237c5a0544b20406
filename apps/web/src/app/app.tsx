import { Suspense } from "react";
import { type SignIn, signIn } from "../data/sign-in.ts";
import { lazyPart } from "../offline/load-part.ts";
import { SignInPage } from "../pages/sign-in-page.tsx";
import { useStore } from "../store/store.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Shell } from "./shell.tsx";

const PairPage = lazyPart(async () => (await import("../pages/devices/pair-page.tsx")).PairPage);

export function App() {
  const signedIn = useStore(signIn);
  return (
    <ErrorBoundary of={signedIn.state}>
      <SignInGate signIn={signedIn} />
    </ErrorBoundary>
  );
}

function SignInGate({ signIn: signedIn }: { readonly signIn: SignIn }) {
  if (signedIn.state === "in") return <Shell />;
  if (signedIn.state !== "pairing") return <SignInPage signIn={signedIn} />;
  return (
    <Suspense fallback={<SignInPage signIn={{ state: "checking" }} />}>
      <PairPage code={signedIn.code} />
    </Suspense>
  );
}
