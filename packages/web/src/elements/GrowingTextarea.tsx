// A text field that is as high as its text, up to a limit.
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';

export function GrowingTextarea({ className = '', value, ...rest }: ComponentProps<'textarea'> & { value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    // While it is measured the field has one row. What is around it keeps its height, for what lies above would scroll.
    const around = element.parentElement;
    around?.style.setProperty('height', `${around.offsetHeight}px`);
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
    around?.style.removeProperty('height');
  }, [value]);
  return (
    <textarea
      ref={field}
      rows={1}
      value={value}
      {...rest}
      className={`block max-h-[40dvh] w-full resize-none rounded-lg border border-edge bg-panel px-3 py-2 leading-normal read-only:opacity-60 ${className}`}
    />
  );
}
