// Shows the short name of what is chosen; the browser's own list, with the full wording, opens on it. The native list is
// what phones, keyboards and screen readers handle best, and costs no code.
import { ChevronDown } from 'lucide-react';
import { Spinner } from './Spinner.tsx';

interface ChoiceSelectOption {
  value: string;
  name: string;
  meaning?: string | undefined;
}

export interface ChoiceSelectProps {
  label: string;
  value: string;
  options: ChoiceSelectOption[];
  isBusy?: boolean;
  isDangerous?: boolean;
  onChoose: (value: string) => void;
}

export function ChoiceSelect({
  label,
  value,
  options,
  isBusy = false,
  isDangerous = false,
  onChoose,
}: ChoiceSelectProps) {
  const current = options.find((option) => option.value === value);
  return (
    <span
      title={`${label}: ${current?.name ?? value}${current?.meaning ? `. ${current.meaning}` : ''}`}
      className={`relative inline-flex min-h-8 max-w-48 items-center gap-1 rounded-lg border px-2 text-xs font-medium transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent pointer-coarse:min-h-11 ${
        isDangerous
          ? 'border-danger-line bg-danger-soft text-danger'
          : 'border-line bg-panel hover:border-edge hover:bg-raised'
      }`}
    >
      <span className="truncate" aria-hidden>
        {current?.name ?? value}
      </span>
      {isBusy ? <Spinner className="size-3.5" /> : <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
      <select
        aria-label={label}
        value={value}
        disabled={isBusy}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 w-full bg-panel text-ink opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.meaning ? `${option.name}: ${option.meaning}` : option.name}
          </option>
        ))}
      </select>
    </span>
  );
}
