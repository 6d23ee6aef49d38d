import { leadsToOwnMachine } from '../../domain/text/own-machine.ts';

/**
 * Said beside a certificate whose QR code leads to the machine that opens it: printed like that, nobody can verify it. Stands beside the
 * sheet and is never printed.
 */
export function AddressHint({ address }: { address: string }) {
  if (!leadsToOwnMachine(address)) return null;
  return (
    <p className="certificate-hint" role="note">
      二维码指向本机地址，其他设备无法打开。打印前请管理员设置 PUBLIC_URL。
    </p>
  );
}
