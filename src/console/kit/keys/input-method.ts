/**
 * Leaves the keys of an input method to it: Enter chooses a word, and no field, dialog or shortcut acts on it. Called before anything else
 * listens. Safari reports the Enter that ends a composition after its end; `keyCode` 229 tells it apart (WebKit bug 165004).
 */
export function leaveKeysToInputMethod(): void {
  const leave = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it apart in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, true);
}
