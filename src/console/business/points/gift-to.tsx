import { useState } from 'react';
import { giftForm } from './gift-form.tsx';

/** Gives points to the user on the screen, so the form already names the recipient. */
export function GiftTo({ user, close }: { user: { readonly mobile: string; readonly type: number }; close: () => void }) {
  const [Form] = useState(() => giftForm(user));
  return <Form close={close} done={close} />;
}
