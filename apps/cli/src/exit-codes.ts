/** Exit codes. Scripts rely on them. */
export const exitCodes = {
  done: 0,
  error: 1,
  usage: 2,
  notFound: 3,
  timeout: 124,
  interrupted: 130,
} as const;
