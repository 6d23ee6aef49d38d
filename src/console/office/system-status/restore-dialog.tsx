import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';

/** How to put the files back. The console cannot do it, because the server has neither the backup's key nor its place. */
export function RestoreDialog({ command, close }: { command: string; close: () => void }) {
  return (
    <Dialog title="从备份恢复" width={560} close={close}>
      <p>备份的密钥不在服务程序中，恢复由系统管理员在服务器上执行，服务可以照常运行：</p>
      <p className="restore-command">
        <code>{command}</code>
        <CopyButton text={command} label="复制命令" />
      </p>
      <ul className="restore-notes">
        <li>加密的备份加上 --passphrase-file 或 --identity，与恢复整个系统时相同。</li>
        <li>只放回内容与哈希一致的文件；放回后，其证据立即可以下载，操作日志记为“文件恢复完好”。</li>
        <li>备份中没有的文件会逐一列出。原文件另有来源的，按哈希放回存储后点“重新核对”。</li>
      </ul>
    </Dialog>
  );
}
