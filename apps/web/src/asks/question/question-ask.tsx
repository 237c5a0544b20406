import type { AskDescription, Question, QuestionAnswer } from "@polylog/core";
import { CircleHelp } from "lucide-react";
import { type FormEvent, useCallback, useId, useState } from "react";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { KeyCaps } from "../../ui/key-caps.tsx";
import { AskCard } from "../ask-card.tsx";
import { useAnswer } from "../use-answer.ts";
import { useNumberKeys } from "../use-number-keys.ts";
import styles from "./question-ask.module.css";

interface QuestionAskProps {
  readonly ask: AskDescription;
  readonly questions: readonly Question[];
  readonly hasKeys: boolean;
}

/** The current input for one question. */
interface Filled {
  readonly chosen: readonly string[];
  readonly own: string;
}

const nothing: Filled = { chosen: [], own: "" };

/** Questions with their options and a field for a free-text answer. */
export function QuestionAsk({ ask, questions, hasKeys }: QuestionAskProps) {
  const answering = useAnswer("question");
  const [filled, setFilled] = useState<readonly Filled[]>(() => questions.map(() => nothing));
  const { send, isSending, refusal } = answering;
  const fill = useCallback((index: number, value: Filled) => {
    setFilled((before) => before.map((each, at) => (at === index ? value : each)));
  }, []);
  const isComplete = filled.every(({ chosen, own }) => chosen.length > 0 || own.trim() !== "");
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isComplete)
      send(() =>
        client.asks.answer({ askId: ask.askId, kind: "question" }, { answers: answersOf(questions, filled) }),
      );
  };
  const first = questions[0];
  const pick = useCallback(
    (at: number) => {
      const label = first?.options[at]?.label;
      if (first === undefined || label === undefined) return;
      setFilled((before) => before.map((each, index) => (index === 0 ? toggled(first, each, label) : each)));
    },
    [first],
  );
  const isKeyed = hasKeys && questions.length === 1;
  useNumberKeys(isKeyed && !isSending && refusal === null, pick, isComplete ? submit : null);
  return (
    <form onSubmit={submit}>
      <AskCard
        icon={CircleHelp}
        ask={ask}
        answering={answering}
        actions={
          <Button look="primary" type="submit" disabled={isSending || !isComplete}>
            Answer
            {isKeyed && <KeyCaps keys="Enter" />}
          </Button>
        }
      >
        {questions.map((question, index) => (
          <QuestionField
            key={question.question}
            question={question}
            value={filled[index] ?? nothing}
            hasKeys={isKeyed}
            onChange={(value) => fill(index, value)}
          />
        ))}
      </AskCard>
    </form>
  );
}

interface QuestionFieldProps {
  readonly question: Question;
  readonly value: Filled;
  readonly hasKeys: boolean;
  readonly onChange: (value: Filled) => void;
}

function QuestionField({ question, value, hasKeys, onChange }: QuestionFieldProps) {
  const name = useId();
  const { header, options, multiSelect = false } = question;
  return (
    <fieldset className={styles.question}>
      <legend className={styles.text}>
        {header !== undefined && (
          <span className={styles.header} dir="auto">
            <ExactText text={header} />
          </span>
        )}
        <span className={styles.asked} dir="auto">
          <ExactText text={question.question} />
        </span>
      </legend>
      {options.map(({ label, description }, index) => {
        const isChosen = value.chosen.includes(label);
        return (
          <label key={label} className={cx(styles.option, isChosen && styles.chosen)}>
            <input
              type={multiSelect ? "checkbox" : "radio"}
              name={name}
              checked={isChosen}
              onChange={() => onChange(toggled(question, value, label))}
            />
            <span className={styles.label}>
              <span dir="auto">
                <ExactText text={label} />
              </span>
              {description !== undefined && (
                <span className={styles.detail} dir="auto">
                  <ExactText text={description} />
                </span>
              )}
            </span>
            {hasKeys && index < 9 && <KeyCaps keys={String(index + 1)} />}
          </label>
        );
      })}
      <input
        dir="auto"
        className={styles.own}
        aria-label={options.length === 0 ? "Your answer" : "Something else"}
        placeholder={options.length === 0 ? "Your answer" : "Something else…"}
        value={value.own}
        onChange={({ target }) =>
          onChange({ chosen: multiSelect || target.value === "" ? value.chosen : [], own: target.value })
        }
      />
    </fieldset>
  );
}

function toggled({ multiSelect = false }: Question, { chosen, own }: Filled, label: string): Filled {
  if (!multiSelect) return { chosen: [label], own: "" };
  return {
    chosen: chosen.includes(label) ? chosen.filter((each) => each !== label) : [...chosen, label],
    own,
  };
}

function answersOf(questions: readonly Question[], filled: readonly Filled[]): readonly QuestionAnswer[] {
  return questions.map(({ question, multiSelect = false }, index) => {
    const { chosen, own } = filled[index] ?? nothing;
    const all = own.trim() === "" ? [...chosen] : [...chosen, own.trim()];
    return { question, answer: multiSelect ? all : (all[0] ?? "") };
  });
}
