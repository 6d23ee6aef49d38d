import { useId } from 'react';

/**
 * A round seal: the office's name on an arc, a star, the seal's own name below. Hidden from screen readers, which read the office's name
 * beside it.
 */
export function Seal({ office, name }: { office: string; name: string }) {
  const arc = useId();
  const letters = [...office].length;
  // Longer names get narrower characters instead of a longer arc.
  const span = Math.min(230, letters * 24);
  const size = Math.min(11.5, ((span / 180) * Math.PI * arcRadius) / Math.max(1, letters));
  return (
    <svg className="seal" viewBox="-56 -56 112 112" aria-hidden="true">
      <circle r={51} fill="none" stroke="currentColor" strokeWidth={2.2} />
      <circle r={47.6} fill="none" stroke="currentColor" strokeWidth={0.5} />
      <path d={star} fill="currentColor" />
      <path id={arc} d={arcPath} fill="none" />
      <g fill="currentColor" textAnchor="middle" fontWeight="700">
        <text fontSize={size}>
          <textPath
            href={`#${arc}`}
            startOffset="50%"
            textLength={(((span - span / letters) / 180) * Math.PI * arcRadius + size).toFixed(1)}
          >
            {office}
          </textPath>
        </text>
        <text y={27} fontSize={8} letterSpacing={0.6}>
          {name}
        </text>
      </g>
    </svg>
  );
}

const arcRadius = 34.5;
/** From the lower left over the top to the lower right. */
const arcPath = `M${arcPoint(-150)} A${arcRadius} ${arcRadius} 0 1 1 ${arcPoint(150)}`;
const star = `M${Array.from({ length: 10 }, (_, tip) => {
  const r = tip % 2 === 0 ? 15.5 : 15.5 * 0.382;
  const angle = (tip * Math.PI) / 5 - Math.PI / 2;
  return `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle) - 1).toFixed(2)}`;
}).join('L')}Z`;

/** A point of the arc, by its angle from the top in degrees. */
function arcPoint(degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${(arcRadius * Math.sin(angle)).toFixed(2)} ${(-arcRadius * Math.cos(angle)).toFixed(2)}`;
}
