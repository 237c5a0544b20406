import {
  cost,
  type ModelRequest,
  plural,
  type ResponseRequests,
  requestMarks,
  requestTime,
  requestTokens,
  requestWords,
} from "@polylog/core";
import { useSeconds } from "../../format/use-now.ts";
import styles from "./model-requests.module.css";

const columns = ["Input", "Cached", "Output", "Cost", "Time", "Tool calls"];

/** One row per model request, then the total of each model if the rows do not add up to it. */
export function ModelRequests({ requests, totals }: ResponseRequests) {
  const now = useSeconds();
  return (
    <div className={styles.frame}>
      <table className={styles.requests} aria-label="Model requests">
        <thead>
          <tr>
            <th scope="col">Model</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((request, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: requests are only added at the end.
            <RequestRow key={at} request={request} now={now} />
          ))}
          {totals.map((total) => (
            <tr key={total.model} className={styles.total}>
              <th scope="row">
                <span className={styles.mark} aria-hidden="true">
                  Σ
                </span>
                Total {total.model}
              </th>
              <Tokens {...requestTokens(total)} />
              <td data-cell="cost">{cost(total.costUsd, total.costComplete)}</td>
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestRow({ request, now }: { readonly request: ModelRequest; readonly now: number }) {
  const { state, model, usage, toolCount, message } = request;
  const word = state === "completed" ? null : requestWords[state];
  const time = requestTime(request, now);
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className={styles.mark} role="img" aria-label={word ?? "Completed"}>
          {requestMarks[state]}
        </span>
        {[...(word === null ? [] : [word]), ...(model === null ? [] : [model])].join(" · ")}
      </th>
      {usage === null ? (
        <td data-cell="message" colSpan={4} title={message ?? undefined}>
          {message}
        </td>
      ) : (
        <>
          <Tokens {...requestTokens(usage)} />
          <td data-cell="cost">{usage.costUsd === null ? "" : cost(usage.costUsd, true)}</td>
        </>
      )}
      <td data-cell="time">{time}</td>
      <td data-cell="tools" aria-label={plural(toolCount, "tool call")}>
        {toolCount === 0 ? "" : toolCount}
      </td>
    </tr>
  );
}

function Tokens({ input, cached, output }: ReturnType<typeof requestTokens>) {
  return (
    <>
      <td data-cell="in">{input}</td>
      <td data-cell="cached">{cached}</td>
      <td data-cell="out">{output}</td>
    </>
  );
}
