import type { ProofFinding } from './use-proof.ts';
import { visibleText } from '../../../domain/kit/text/visible-text.ts';

interface Shown extends Pick<ProofFinding, 'witnesses'> {
  /** The reader's own policy; null for the office's. */
  readonly policy: File | null;
  readonly choose: (policy: File | null) => void;
}

/** The witnesses that saw the log. The office's policy is its own claim about whom to trust, so readers may supply another. */
export function WitnessNote({ witnesses, policy, choose }: Shown) {
  const whose = policy ? `按您选择的“${visibleText(policy.name)}”` : '按本机构公布的见证策略';
  return (
    <p className={witnesses?.holds === false ? 'verify-note' : 'verify-basis'}>
      {witnesses ? `见证方（${whose}，已在您的设备上核对）：${witnesses.text}。` : '见证方：没有见证策略要求见证方共同签名。'}
      <label className="link verify-policy">
        {policy ? '更换见证策略' : '按自己的见证策略核对'}
        <input
          type="file"
          className="verify-file"
          accept=".txt,text/plain"
          onChange={(event) => {
            choose(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
      </label>
    </p>
  );
}
