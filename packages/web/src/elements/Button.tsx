// A button that shows what kind it is, and that it was pressed.
import type { ComponentProps } from 'react';
import { Spinner } from './Spinner.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerQuiet';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Pressed, and not done yet: shows progress and takes no further press. It keeps the focus, as a disabled one would not. */
  isBusy?: boolean;
  /** Why it takes no press at the moment. It keeps the focus then, too. */
  whyNot?: string | undefined;
}

export function Button({
  look = 'secondary',
  isBusy = false,
  whyNot,
  disabled,
  onClick,
  title,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      title={isBusy ? title : (whyNot ?? title)}
      disabled={disabled === true && !isBusy}
      aria-disabled={isBusy || whyNot !== undefined || undefined}
      aria-busy={isBusy}
      data-quiet={(whyNot !== undefined && !isBusy) || undefined}
      // Prevented, it does not submit its form either.
      onClick={isBusy || whyNot !== undefined ? (event) => event.preventDefault() : onClick}
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
  'data-quiet:translate-y-0 data-quiet:cursor-default data-quiet:opacity-60 active:translate-y-px disabled:translate-y-0 disabled:opacity-60 aria-busy:translate-y-0 aria-busy:cursor-default pointer-coarse:min-h-11';

const looks: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent-strong',
  secondary: 'border-line bg-panel text-ink enabled:hover:border-edge enabled:hover:bg-raised',
  quiet: 'border-transparent text-muted enabled:hover:bg-raised enabled:hover:text-ink',
  danger: 'border-transparent bg-danger text-canvas enabled:hover:brightness-110',
  dangerQuiet: 'border-line bg-panel text-danger enabled:hover:border-danger-line enabled:hover:bg-danger-soft',
};
