import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientRow } from '../../../contract/console/clients.ts';
import { post, type ReplyOf } from '../../kit/net/call.ts';
import { TransportError } from '../../kit/net/request.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { KeyDialog } from './key-dialog.tsx';
import { clientSource } from './sources.ts';

/** 轮换密钥: asks for confirmation, then shows the new key. */
export function RotateClient({ client, close }: { client: ClientRow; close: () => void }) {
  const cache = useQueryClient();
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<ReplyOf<'POST', '/api/ajax/open/rotateClient'>>();
  const rotate = async () => {
    setPending(true);
    try {
      setMade(await post('/api/ajax/open/rotateClient', { app_id: client.app_id }, { about: { name: client.name } }));
    } catch (error) {
      // The key may have been replaced nevertheless. The list shows it, and so does the next attempt.
      if (error instanceof TransportError) toast('error', error.message);
      close();
    } finally {
      void cache.invalidateQueries({ queryKey: [clientSource.path] });
    }
  };
  if (made) {
    const { previous_until: until, ...key } = made;
    return (
      <KeyDialog title={`${client.name}的新密钥`} {...key} note={`旧密钥在 ${until} 前仍可使用，请在此之前换用新密钥。`} close={close} />
    );
  }
  return (
    <ConfirmDialog title="轮换密钥" verb="轮换" text={question(client)} pending={pending} confirm={() => void rotate()} cancel={close} />
  );
}

function question({ name, previous_until: until }: ClientRow): string {
  const overlap = `确定为${name}生成新密钥吗？新旧密钥在 24 小时内都可使用，之后旧密钥失效。`;
  return until === '' ? overlap : `${overlap}上一次轮换前的密钥原可使用至 ${until}，再次轮换会使它立即失效。`;
}
