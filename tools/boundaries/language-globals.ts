/**
 * The globals of the language itself that give the same answer everywhere. Everything else belongs to Node, to the
 * browser, or (as `globalThis`, `eval`, `WeakRef`) opens a way around the check.
 */
export const languageGlobals: ReadonlySet<string> = new Set([
  ...["undefined", "NaN", "Infinity", "arguments"],
  ...["isFinite", "isNaN", "parseFloat", "parseInt"],
  ...["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent"],
  ...["Array", "BigInt", "Boolean", "Date", "JSON", "Map", "Math", "Number", "Object", "Promise", "Proxy"],
  ...["Reflect", "RegExp", "Set", "String", "Symbol", "WeakMap", "WeakSet", "Intl", "Iterator"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError"],
  ...["URIError", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array"],
  ...["Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"],
  ...["Float16Array", "Float32Array", "Float64Array"],
]);
