// What can be done with a comment that is kept and not sent yet.
import { Button } from '../../elements/Button.tsx';
import type { PlanComments } from './usePlanComments.ts';

export interface CommentButtonsProps {
  /** Where its passage begins. */
  start: number;
  comments: PlanComments;
  isDisabled: boolean;
  /** The focus is to go elsewhere then. */
  onRemoved?: () => void;
}

export function CommentButtons({ start, comments, isDisabled, onRemoved }: CommentButtonsProps) {
  return (
    <div className="-mx-2 flex">
      <Button look="quiet" disabled={isDisabled} onClick={() => comments.write(start)}>
        Edit
      </Button>
      <Button
        look="quiet"
        disabled={isDisabled}
        onClick={() => {
          comments.remove(start);
          onRemoved?.();
        }}
      >
        Remove
      </Button>
    </div>
  );
}
