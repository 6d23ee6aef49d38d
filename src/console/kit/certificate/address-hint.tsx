import { isLoopbackAddress } from '../../../domain/kit/text/loopback-address.ts';

/**
 * Warns that the certificate's QR code leads to the machine that opens it, so that a print could not be verified. It is beside the sheet
 * and never printed.
 */
export function AddressHint({ address }: { address: string }) {
  if (!isLoopbackAddress(address)) return null;
  return (
    <p className="certificate-hint" role="note">
      二维码指向本机地址，其他设备无法打开。打印前请管理员设置 PUBLIC_URL。
    </p>
  );
}
