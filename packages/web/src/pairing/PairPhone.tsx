// The button that lets a phone in, and the dialog that it opens.
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { PairDialog } from './PairDialog.tsx';

/** `onPaired` is called once the phone is a device. */
export function PairPhone({ onPaired }: { onPaired: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Smartphone aria-hidden className="size-4" />
        Pair a phone
      </Button>
      {isOpen && <PairDialog onPaired={onPaired} onClose={() => setIsOpen(false)} />}
    </>
  );
}
