import { publishedKeysPath, type PublishedKeys } from '../../../contract/open/published-keys.ts';

/** The office's own keys, for comparison with a package. */
export function OfficeKeys({ keys }: { keys: PublishedKeys }) {
  const sm2 = keys.sm2_certificates?.find((certificate) => certificate.is_current);
  const current = keys.certificates.find((certificate) => certificate.is_current);
  return (
    <section className="verify-card verify-keys" aria-label="本机构的公钥">
      <h2>本机构的公钥</h2>
      <p>
        {`本页由${keys.office}的服务器提供，核验以该机构自己的记录和下列公钥为准。证据包由谁出具，也以公钥为准：` +
          '请把证据包说明中的公钥与这里、以及该机构在别处（当面、电话、公告）公布的逐字核对。'}
      </p>
      <dl>
        <div>
          <dt>日志公钥</dt>
          <dd className="mono">{keys.log.vkey}</dd>
        </div>
        <div>
          <dt>日志公钥文件 SHA-256（印在证书上）</dt>
          <dd className="mono">{keys.log.sha256}</dd>
        </div>
        {current && (
          <div>
            <dt>签名证书 SHA-256 指纹，有效期至 {current.not_after.slice(0, 10)}</dt>
            <dd className="mono">{current.fingerprint_sha256}</dd>
          </div>
        )}
        {sm2 && (
          <div>
            <dt>国密 SM2 证书 SHA-256 指纹，有效期至 {sm2.not_after.slice(0, 10)}</dt>
            <dd className="mono">{sm2.fingerprint_sha256}</dd>
          </div>
        )}
      </dl>
      <a className="link" href={publishedKeysPath}>
        全部公钥和历次证书（JSON）
      </a>
    </section>
  );
}
