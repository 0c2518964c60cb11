// The terminal with xterm, which is loaded only by those who open it.
import { PaneView } from './PaneView.tsx';
import { openXtermScreen } from './xtermScreen.ts';

export default function PaneTab({ sessionId }: { sessionId: string }) {
  return <PaneView sessionId={sessionId} openScreen={openXtermScreen} />;
}
