import { signedSums } from '../../../../domain/proof/evidence/check-commands.ts';
import { packageNames as names, unlistedNames } from '../../../../domain/proof/evidence/package-names.ts';

/**
 * The first checks with what Windows brings; the rest needs OpenSSL there, or the verifier. Sources: certutil (-hashfile), Get-FileHash,
 * Get-Content and about_Split at learn.microsoft.com.
 */
export function windowsText(files: readonly string[]): string {
  return `
## 九、Windows

逐个计算文件的 SHA-256，与 ${names.sums} 和 ${names.manifest} 中的比较（命令提示符；旧版 Windows 的输出每两位之间有空格）：

${files.map((file) => `    certutil -hashfile "${file}" SHA256`).join('\n')}

在 PowerShell（5.0 以上，Windows 10 自带）中一次核对 ${names.sums} 列出的全部文件，每个文件显示一行，每一行都应以 True 开头：

    ${listedHashes}

再看有没有清单之外的文件，应只显示清单自己和它的签名（${[...unlistedNames].join('、')} 中的几个）：

    ${strangers}

查看签名证书的指纹（SHA-256），与出具机构公布的比较（PowerShell）：

    ${fingerprint}

以上只说明文件与清单相同。清单的签名可以用 Windows 版的 OpenSSL 3 在命令提示符中检查，应显示 CMS Verification successful：

    ${signedSums.replace('/dev/null', 'NUL')}

其余各项用“五”的离线验证程序，命令相同，同样在命令提示符中执行，退出码以 echo %ERRORLEVEL% 查看。
`;
}

/** Each line is a hash, two blanks and a name. `-eq` ignores case; of a file that is missing there is no hash. */
const listedHashes =
  `Get-Content -Encoding UTF8 ${names.sums} | ForEach-Object { $h, $n = $_ -split '  ', 2; ` +
  `"$((Get-FileHash -Algorithm SHA256 -LiteralPath $n).Hash -eq $h)  $n" }`;

const strangers =
  `$l = Get-Content -Encoding UTF8 ${names.sums} | ForEach-Object { ($_ -split '  ', 2)[1] }; ` +
  'Get-ChildItem -Name -Force | Where-Object { $l -notcontains $_ }';

/** Of the certificate's DER, and not of its PEM. */
const fingerprint =
  '(Get-FileHash -Algorithm SHA256 -InputStream ([IO.MemoryStream]::new([Security.Cryptography.X509Certificates.X509Certificate2]::new(' +
  `(Resolve-Path ${names.officeCertificate}).Path).RawData))).Hash`;
