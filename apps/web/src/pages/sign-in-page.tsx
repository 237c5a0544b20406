import { CircleAlert, KeyRound, WifiOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { attemptSignIn, type SignIn } from "../data/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { Spinner } from "../ui/spinner.tsx";
import visuallyHidden from "../ui/visually-hidden.module.css";
import styles from "./sign-in-page.module.css";

/** The page before sign-in. */
export function SignInPage({
  signIn,
}: {
  readonly signIn: Exclude<SignIn, { readonly state: "in" | "pairing" }>;
}) {
  if (signIn.state === "checking") {
    return (
      <main id="main" className={styles.page} aria-busy="true">
        <h1 className={visuallyHidden.visuallyHidden}>Polylog</h1>
        <Spinner label="Signing in" size={20} />
      </main>
    );
  }
  if (signIn.state === "failed") {
    return (
      <main id="main" className={styles.page}>
        <div className={styles.card}>
          {signIn.isAnswer ? <CircleAlert size={24} /> : <WifiOff size={24} />}
          <h1 className={styles.title}>
            {signIn.isAnswer ? "Could not sign in" : "Cannot reach the server"}
          </h1>
          <p>{signIn.reason}</p>
          <Button look="primary" onClick={() => void attemptSignIn(null)}>
            Try again
          </Button>
        </div>
      </main>
    );
  }
  return (
    <main id="main" className={styles.page}>
      <CodeForm reason={signIn.reason} />
    </main>
  );
}

function CodeForm({ reason }: { readonly reason: string | null }) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = /#code=([\w-]+)/.exec(code)?.[1] ?? code.trim();
    if (given !== "") void attemptSignIn(given);
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <KeyRound size={24} />
      <h1 className={styles.title}>Sign in to Polylog</h1>
      {reason !== null && (
        <p className={styles.reason} role="alert">
          {reason}
        </p>
      )}
      <p>
        To get a sign-in link, run <code>npx polylog open</code> on the server’s machine. Or pair this device
        under Settings → Devices on a device that is signed in.
      </p>
      <TextField
        label="Code or link"
        value={code}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button look="primary" type="submit" disabled={code.trim() === ""}>
        Sign in
      </Button>
    </form>
  );
}
