import { useEffect } from 'react';
import { obstacleOf } from './preview-obstacle.ts';
import { PreviewPage, type Shown } from './preview-page.tsx';

/** `/mobile/previewImg/{fileUrl}`: the image of a captured page. */
export function PreviewImage() {
  return <PreviewPage show={Picture} />;
}

/** Full width; a long page scrolls, and pinching enlarges it. */
export function Picture({ address, stop }: Shown) {
  useEffect(() => void (document.title = '取证图片'), []);
  const explain = async () => {
    const obstacle = await obstacleOf(address, 'gone');
    stop(obstacle === 'picture' ? 'undecodable' : obstacle);
  };
  return <img className="preview-picture" src={address} alt="取证图片" referrerPolicy="no-referrer" onError={() => void explain()} />;
}
