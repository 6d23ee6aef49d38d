/** The names of the handlers in one table of a feature, or of a union of features. */
type Handled<Of, Table extends string> = Of extends (deps: never) => infer Made
  ? Made extends { readonly [Key in Table]: infer Handlers }
    ? keyof Handlers
    : never
  : never;

/** The names of the calls that no feature of the list handles. */
export type Unhandled<List extends readonly unknown[], Calls, Table extends string> = Exclude<keyof Calls, Handled<List[number], Table>>;

/** The names of the calls that two features of the list handle. */
export type HandledTwice<List extends readonly unknown[], Table extends string, Before = never> = List extends readonly [
  infer First,
  ...infer Rest,
]
  ? (Handled<First, Table> & Before) | HandledTwice<Rest, Table, Before | Handled<First, Table>>
  : never;
