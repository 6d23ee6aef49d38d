import { obstacleOf } from './preview-obstacle.ts';
import { PreviewPage, type Shown } from './preview-page.tsx';

/** `/mobile/previewImg/{fileUrl}`: the picture of a captured page. */
export function PreviewImage() {
  return <PreviewPage show={Picture} />;
}

/** The whole width; a long page scrolls, and two fingers enlarge it. */
export function Picture({ address, stop }: Shown) {
  const explain = async () => {
    const obstacle = await obstacleOf(address, 'gone');
    stop(obstacle === 'picture' ? 'undecodable' : obstacle);
  };
  return <img className="preview-picture" src={address} alt="取证图片" referrerPolicy="no-referrer" onError={() => void explain()} />;
}
