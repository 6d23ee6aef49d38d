import { packageNames as names } from '../../../../domain/evidence/package-names.ts';

/** The first checks with what Windows brings; the rest needs OpenSSL there, or the verifier. */
export function windowsText(files: readonly string[]): string {
  return (
    `
## 九、Windows

逐个计算文件的 SHA-256，与 ${names.sums} 和 ${names.manifest} 中的比较（命令提示符）：

${files.map((file) => `    certutil -hashfile ${file} SHA256`).join('\n')}

在 PowerShell 中一次核对 ${names.sums} 列出的全部文件，没有任何输出即全部相同：

    Get-Content -Encoding UTF8 ${names.sums} | ForEach-Object { $h, $n = $_ -split '  ', 2; ` +
    `if ((Get-FileHash -Algorithm SHA256 -LiteralPath $n).Hash -ne $h) { $n } }

查看签名证书的指纹（SHA-256），与出具机构公布的比较：

    certutil -dump ${names.officeCertificate}
    (Get-FileHash -Algorithm SHA256 -InputStream ([IO.MemoryStream]::new([Security.Cryptography.X509Certificates.X509Certificate2]::new(` +
    `(Resolve-Path ${names.officeCertificate}).Path).RawData))).Hash

清单的签名可以用 Windows 版的 OpenSSL 检查，即“一”的命令中 \`&&\` 之前的部分，其中 /dev/null 写作 NUL。
其余各项用“五”的离线验证程序，命令相同。
`
  );
}
