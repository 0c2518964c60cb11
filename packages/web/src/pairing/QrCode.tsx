// A QR code, drawn dark on light whatever the page's colours: some readers take no other.

/** A reader needs this many light squares around the code. */
const margin = 3;

export function QrCode({ rows }: { rows: readonly string[] }) {
  const side = rows.length + 2 * margin;
  const dark = rows.flatMap((row, y) =>
    Array.from(row, (square, x) => (square === '1' ? `M${x + margin} ${y + margin}h1v1h-1z` : '')),
  );
  return (
    <svg
      role="img"
      aria-label="QR code of the link"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-64 rounded-lg border border-line"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
