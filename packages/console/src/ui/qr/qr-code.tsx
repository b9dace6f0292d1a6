import encodeQR from 'qr';
import styles from './qr-code.module.css';

/** The width of the empty border around the code, in modules, as scanners require. */
const BORDER = 4;

/** A QR code as an SVG path. It is dark on light in both themes, because cameras cannot read light on dark. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { border: BORDER, ecc: 'low' });
  const size = modules.length;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
