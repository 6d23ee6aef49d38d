let open = 0;

/** Whether a list is on the screen. It asks for its rows itself, and nobody else then asks for them ahead. */
export const openLists = {
  has: (): boolean => open > 0,
  /** @returns what takes it away again. */
  add: (): (() => void) => {
    open += 1;
    return () => {
      open -= 1;
    };
  },
};
