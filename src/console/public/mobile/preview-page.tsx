import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { previewPlacesPath, sharedFactsOf, type PreviewPlacesReply, type SharedFacts } from '../../../contract/console/preview.ts';
import { decodePreviewLink } from '../../../domain/kit/text/preview-link.ts';
import { given } from '../../kit/ui/given-text.tsx';
import { isPassing, passingObstacles, refusalOf, type Obstacle } from './preview-obstacle.ts';
import './mobile.css';

/** Props of a component that shows a file. */
export interface Shown {
  readonly address: string;
  /** Replaces the file with the reason why it cannot be shown. */
  readonly stop: (reason: Reason) => void;
}
type Reason = Exclude<Obstacle, 'picture'>;

interface Props {
  readonly show: ComponentType<Shown>;
  /** Text for a file that the browser cannot decode. */
  readonly undecodable?: string;
}

/** A mobile page: resolves its link and shows the file with the given component, below what it is (spec/console, 2.16). */
export function PreviewPage({ show: Show, undecodable = '此浏览器无法显示该图片' }: Props) {
  const [found, setFound] = useState<Found | null>();
  const [stopped, setStopped] = useState<Reason>();
  useEffect(() => {
    findFile(linkOf(location.pathname)).then(setFound, (error: unknown) =>
      setStopped(error instanceof Refused ? refusalOf(error.status) : 'offline'),
    );
  }, []);

  if (isPassing(stopped)) {
    return (
      <Message title={passingObstacles[stopped]}>
        <button type="button" className="preview-retry" onClick={() => location.reload()}>
          重试
        </button>
      </Message>
    );
  }
  if (stopped === 'undecodable' || stopped === 'sound') {
    const title = stopped === 'sound' ? '此浏览器无法播放该录音' : undecodable;
    return <Message title={title}>请换用其他浏览器，或在电脑上打开。</Message>;
  }
  if (found === undefined && !stopped) return <main className="preview" aria-busy="true" />;
  if (!found || stopped === 'gone') return <Message title="链接无效">请确认扫描的是证书上的二维码。</Message>;
  return (
    <main className="preview">
      {found.facts && <Facts facts={found.facts} address={found.address} />}
      <Show address={found.address} stop={setStopped} />
    </main>
  );
}

/** What the file is, whose copy it is, and where anybody can verify it. */
function Facts({ facts: { number, name, kind_name: kind, office, time }, address }: { facts: SharedFacts; address: string }) {
  return (
    <section className="preview-facts" aria-label="证据信息">
      <h1>{given(name)}</h1>
      <p className="preview-number">{number}</p>
      <p>
        {given(office)}　{kind}
        <span className="num">　{time}</span>
      </p>
      <nav aria-label="核验">
        <a href={`/verify?number=${number}`}>核验</a>
        <a href={`${new URL(address).pathname}/dossier`}>审查说明</a>
      </nav>
    </section>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="preview">
      <section className="preview-message">
        <h1>{title}</h1>
        <div>{children}</div>
      </section>
    </main>
  );
}

/** The part of this page's path after `/mobile/preview…/`; empty if its escapes are malformed. */
function linkOf(path: string): string {
  const link = path.split('/')[3] ?? '';
  try {
    return decodeURIComponent(link);
  } catch {
    return '';
  }
}

interface Found {
  readonly address: string;
  /** Null if the server does not say what it is, as for an old address on another host. */
  readonly facts: SharedFacts | null;
}

/** The server answered, but not with what was asked for. */
class Refused extends Error {
  override name = 'Refused';

  constructor(readonly status: number) {
    super(`the server answered ${status}`);
  }
}

/** The file that a link leads to, or null if it leads to an unknown place. @throws Refused, or an error if the server cannot be reached. */
async function findFile(link: string): Promise<Found | null> {
  const reply = await fetch(previewPlacesPath, unnamed);
  if (!reply.ok) throw new Refused(reply.status);
  const places = (await reply.json()) as PreviewPlacesReply; // the wire is parsed here
  const address = decodePreviewLink(link, { ...places, own: [...places.own, location.origin] });
  return address === null ? null : { address, facts: await factsOf(address) };
}

/** The picture is shown without them rather than not at all. */
async function factsOf(address: string): Promise<SharedFacts | null> {
  const { origin, pathname } = new URL(address);
  if (origin !== location.origin || !/^\/s\/[\w-]{43}$/.test(pathname)) return null;
  const reply = await fetch(sharedFactsOf(pathname), unnamed).catch(() => null);
  return reply?.ok === true ? ((await reply.json()) as SharedFacts) : null; // the wire is parsed here
}

const unnamed = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
