let open = 0;

/** Whether a list is mounted. It fetches its rows itself, so nothing else should prefetch them. */
export const openLists = {
  has: (): boolean => open > 0,
  /** @returns a function that removes it again. */
  add: (): (() => void) => {
    open += 1;
    return () => {
      open -= 1;
    };
  },
};
