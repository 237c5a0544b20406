import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";

interface CopyButtonProps {
  readonly text: () => string;
  readonly label?: string;
  readonly className?: string | undefined;
}

export function CopyButton({ text, label = "Copy", className }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 1600);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => {
    copyText(text()).then(
      () => setDone(true),
      // The icon stays unchanged, so it does not claim that the text was copied.
      () => setDone(false),
    );
  };
  return (
    <IconButton label={isDone ? "Copied" : label} onClick={copy} className={className}>
      {isDone ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}
