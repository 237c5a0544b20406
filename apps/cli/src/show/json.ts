/** Results use the API's snake_case names. Names inside values stay unchanged. */
export function toJson(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      field,
    ]),
  );
}
