/** Formats times in the local time zone. */

export function clockTime(ts: number): string {
  const date = new Date(ts);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

export function dayAndTime(ts: number): string {
  const date = new Date(ts);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
