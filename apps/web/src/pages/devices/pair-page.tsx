import { ClientError } from "@polylog/client";
import { Check, Smartphone } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { attemptSignIn } from "../../data/sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "../sign-in-page.module.css";
import { deviceName } from "./device-name.ts";

type Step =
  | { readonly name: "ask"; readonly failure: string | null }
  | { readonly name: "wait"; readonly claim: string }
  | { readonly name: "denied" | "over" };

const lookMs = 1000;

/** On the new device: shows the code, then waits for approval on the other device. */
export function PairPage({ code }: { readonly code: string }) {
  const [step, setStep] = useState<Step>({ name: "ask", failure: null });
  const show = async (name: string) => {
    try {
      const { claim } = await client.pairings.pair({ code, name });
      setStep(claim === undefined ? { name: "over" } : { name: "wait", claim });
    } catch (error) {
      const isRefused = error instanceof ClientError && error.status === 401;
      setStep(isRefused ? { name: "over" } : { name: "ask", failure: (error as Error).message });
    }
  };
  return (
    <main id="main" className={styles.page}>
      {step.name === "ask" && <AskForm failure={step.failure} onAsk={(name) => void show(name)} />}
      {step.name === "wait" && <Waiting claim={step.claim} onEnd={(name) => setStep({ name })} />}
      {(step.name === "denied" || step.name === "over") && <Ended isDenied={step.name === "denied"} />}
    </main>
  );
}

function AskForm({
  failure,
  onAsk,
}: {
  readonly failure: string | null;
  readonly onAsk: (name: string) => void;
}) {
  const [name, setName] = useState(() => deviceName());
  const [isAsking, setAsking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    onAsk(name.trim());
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <Smartphone size={24} />
      <h1 className={styles.title}>Pair this device</h1>
      <p>Your other device shows this name and must approve it.</p>
      <TextField
        label="Device name"
        value={name}
        maxLength={100}
        autoComplete="off"
        error={failure}
        onChange={({ target }) => setName(target.value)}
      />
      <Button look="primary" type="submit" disabled={name.trim() === "" || (isAsking && failure === null)}>
        Request access
      </Button>
    </form>
  );
}

function Waiting({
  claim,
  onEnd,
}: {
  readonly claim: string;
  readonly onEnd: (how: "denied" | "over") => void;
}) {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const look = async () => {
      const state = await stateOf(claim);
      if (isOver) return;
      if (state === "denied" || state === "over") return onEnd(state);
      if (state === "confirmed") {
        setIn(true);
        return void attemptSignIn(null);
      }
      timer = setTimeout(() => void look(), lookMs);
    };
    timer = setTimeout(() => void look(), lookMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [claim, onEnd]);
  return (
    <div className={styles.card} role="status">
      {isIn ? <Check size={24} /> : <Spinner size={24} />}
      <h1 className={styles.title}>{isIn ? "Approved" : "Waiting for approval on your other device"}</h1>
      <p>{isIn ? "Signing in…" : "Approve this device on the one that shows the code."}</p>
    </div>
  );
}

/** Without a network the page keeps waiting until the code expires. */
async function stateOf(claim: string): Promise<"pending" | "confirmed" | "denied" | "over"> {
  try {
    return (await client.pairings.pair({ claim, via: "cookie" })).state;
  } catch (error) {
    return error instanceof ClientError && error.status === 401 ? "over" : "pending";
  }
}

function Ended({ isDenied }: { readonly isDenied: boolean }) {
  return (
    <div className={styles.card} role="alert">
      <Smartphone size={24} />
      <h1 className={styles.title}>{isDenied ? "Access denied" : "This code is no longer valid"}</h1>
      <p>
        {isDenied
          ? "Your other device denied the request. If that was a mistake, show a new code there."
          : "A code works once, for five minutes. Show a new one on a signed-in device, under Settings → Devices."}
      </p>
      <Button onClick={() => void attemptSignIn(null)}>Sign in another way</Button>
    </div>
  );
}
