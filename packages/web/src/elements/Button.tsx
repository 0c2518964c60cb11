// A button that shows what kind it is, and that it was pressed.
import type { ComponentProps } from 'react';
import { Spinner } from './Spinner.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Pressed, and not done yet: shows progress and takes no further press. It keeps the focus, as a disabled one would not. */
  isBusy?: boolean;
}

export function Button({
  look = 'secondary',
  isBusy = false,
  disabled,
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true && !isBusy}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy}
      // Prevented, it does not submit its form either.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${shape} ${looks[look]} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

/** For links that look like buttons. */
export function buttonClasses(look: Look): string {
  return `${shape} ${looks[look]}`;
}

const shape =
  'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-lg border px-3 text-sm font-medium transition-colors ' +
  'active:translate-y-px disabled:translate-y-0 disabled:opacity-60 aria-busy:translate-y-0 aria-busy:cursor-default pointer-coarse:min-h-11';

const looks: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent-strong',
  secondary: 'border-line bg-panel text-ink enabled:hover:border-edge enabled:hover:bg-raised',
  quiet: 'border-transparent text-muted enabled:hover:bg-raised enabled:hover:text-ink',
  danger: 'border-transparent bg-danger text-canvas enabled:hover:brightness-110',
  dangerQuiet: 'border-line bg-panel text-danger enabled:hover:border-danger-line enabled:hover:bg-danger-soft',
};
