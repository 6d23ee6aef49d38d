/** Result of reading or checking untrusted bytes: a value, or one fault of a closed union. Nothing in this folder throws over its input. */
export type Result<Value, Fault extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: Fault };

export function pass<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Fault extends string>(fault: Fault): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault };
}
