const nothing = () => undefined;

export const createStandardJSONSchemaMethod = () => nothing;
export const createToJSONSchemaMethod = () => nothing;
export const toJSONSchema = nothing;
/** JSON Schema checks of a Zod schema, which the page never uses. */
export const aggregateChecks = () => ({});
export {
  nothing as anyProcessor,
  nothing as arrayProcessor,
  nothing as bigintProcessor,
  nothing as booleanProcessor,
  nothing as catchProcessor,
  nothing as customProcessor,
  nothing as dateProcessor,
  nothing as defaultProcessor,
  nothing as enumProcessor,
  nothing as fileProcessor,
  nothing as functionProcessor,
  nothing as intersectionProcessor,
  nothing as lazyProcessor,
  nothing as literalProcessor,
  nothing as mapProcessor,
  nothing as nanProcessor,
  nothing as neverProcessor,
  nothing as nonoptionalProcessor,
  nothing as nullProcessor,
  nothing as nullableProcessor,
  nothing as numberProcessor,
  nothing as objectProcessor,
  nothing as optionalProcessor,
  nothing as pipeProcessor,
  nothing as prefaultProcessor,
  nothing as promiseProcessor,
  nothing as readonlyProcessor,
  nothing as recordProcessor,
  nothing as setProcessor,
  nothing as stringProcessor,
  nothing as successProcessor,
  nothing as symbolProcessor,
  nothing as templateLiteralProcessor,
  nothing as transformProcessor,
  nothing as tupleProcessor,
  nothing as undefinedProcessor,
  nothing as unionProcessor,
  nothing as unknownProcessor,
  nothing as voidProcessor,
};
