// What a key does in the inbox. Keys press what is on the card and nothing else, so that whatever holds for a press holds
// for a key: a card that is not armed takes neither, and what shows no button has no key.

export interface KeyMeaning {
  keys: string;
  meaning: string;
}

export const keyMeanings: readonly KeyMeaning[] = [
  { keys: 'j / k', meaning: 'next, previous' },
  { keys: 'a', meaning: 'approve; on a folder, go to Trust' },
  { keys: 'd', meaning: 'deny, send a plan back, or don’t open a folder' },
  { keys: 'e', meaning: 'edit the input' },
  { keys: 'm', meaning: 'approve and always allow' },
  { keys: 't', meaning: 'answer asks for the same together' },
  { keys: '1 – 9', meaning: 'pick an option; on a folder, go to a choice' },
  { keys: 'Enter', meaning: 'submit, or press what has the focus' },
  { keys: 'c', meaning: 'comment on a plan: ↑ ↓ choose a passage, Enter opens it' },
  { keys: 'u', meaning: 'take the answer back' },
  { keys: 'o', meaning: 'open the session' },
  { keys: 'Ctrl K', meaning: 'go anywhere' },
  { keys: '?', meaning: 'show these keys' },
];

const cardSelector = 'article[data-ask-state]';

/** When a letter last did nothing. What follows it closely is a text that somebody believes to be writing. */
export interface Typing {
  inVainAt: number;
}

const pauseMs = 1000;

/** Says whether the key was meant for the inbox. `list` holds its cards. */
export function handleInboxKey(list: HTMLElement, event: KeyboardEvent, typing: Typing): boolean {
  const { key, target } = event;
  if (!isForCards(event)) return false;
  if (key === 'j' || key === 'k') return move(list, key === 'j' ? 1 : -1);
  // A key that is held down decides nothing.
  if (event.repeat) return false;
  const card = currentCard(list);
  if (key === 'u' && !card?.querySelector(takeBackSelector)) {
    const isTakenBack = event.timeStamp - typing.inVainAt >= pauseMs && takeLatestBack(list);
    if (!isTakenBack) typing.inVainAt = event.timeStamp;
    return isTakenBack;
  }
  if (!card) return false;
  if (key === 'Enter') return target === card && press(card.querySelector<HTMLElement>('button[type=submit]'));
  if (/^[1-9]$/.test(key)) return pick(card, Number(key));
  if (!/^[a-z]$/.test(key)) return false;
  const item = card.closest('li') ?? card;
  const control = item.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const isInVain =
    event.timeStamp - typing.inVainAt < pauseMs || !control || (!isOnlyFocused(control) && !takesPresses(control));
  if (isInVain) typing.inVainAt = event.timeStamp;
  return !isInVain && press(control);
}

const takeBackSelector = '[aria-keyshortcuts="u"]';

/** The card of the answer that was given last may be out of sight; what can be seen of it stands below the list. */
function takeLatestBack(list: HTMLElement): boolean {
  const control = list.parentElement?.querySelector<HTMLElement>(`[data-latest] ${takeBackSelector}`);
  return control !== null && control !== undefined && takesPresses(control) && press(control);
}

/** The card that has the focus, or in which something has. */
function currentCard(list: HTMLElement): HTMLElement | undefined {
  const card = document.activeElement?.closest<HTMLElement>(cardSelector);
  return card && list.contains(card) ? card : undefined;
}

function move(list: HTMLElement, by: 1 | -1): boolean {
  const cards = [...list.querySelectorAll<HTMLElement>(cardSelector)];
  const current = currentCard(list);
  const index = current ? cards.indexOf(current) + by : 0;
  goTo(cards[index]);
  return true;
}

/** Goes to the first of these cards, known by the ids of their elements, that waits. */
export function goToFirstOpen(list: HTMLElement, elementIds: readonly string[]): void {
  const open = new Map(
    [...list.querySelectorAll<HTMLElement>(`${cardSelector}[data-ask-state=open]`)].map((card) => [card.id, card]),
  );
  goTo(open.get(elementIds.find((id) => open.has(id)) ?? ''));
}

export function goTo(card: HTMLElement | undefined): void {
  if (!card) return;
  card.focus({ preventScroll: true });
  // At once: a card above may go meanwhile, and a scroll that is under way would miss its aim.
  (card.closest('li') ?? card).scrollIntoView({ block: 'start', behavior: 'instant' });
}

function takesPresses(control: HTMLElement): boolean {
  return control.getAttribute('aria-disabled') !== 'true' && !control.matches(':disabled');
}

function press(element: HTMLElement | null): boolean {
  if (!element) return false;
  // Where one press is not enough, the button says so, and has the focus for the second, which is another key.
  // That one has to be in view, where the second press is to count.
  element.focus({ preventScroll: !isOnlyFocused(element) });
  if (!isOnlyFocused(element)) element.click();
  return true;
}

function isOnlyFocused(control: HTMLElement): boolean {
  return control.dataset['press'] === 'focus';
}

/** An option of the question that has the focus, else of the first that has no answer yet; a choice is only gone to. */
function pick(card: HTMLElement, number: number): boolean {
  const choices = card.querySelectorAll<HTMLElement>('[data-choices] button');
  if (choices.length > 0) {
    choices[number - 1]?.focus();
    return true;
  }
  const questions = [...card.querySelectorAll('fieldset')];
  const optionsOf = (question: Element) => [
    ...question.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]'),
  ];
  const isUnanswered = (question: Element) => !optionsOf(question).some(({ checked }) => checked);
  const question =
    questions.find((each) => each.contains(document.activeElement)) ?? questions.find(isUnanswered) ?? questions[0];
  return press((question && optionsOf(question)[number - 1]) ?? null);
}

/** Not one for the browser, for a menu, or for a text that is written. */
export function isForCards({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && !isWritten(target);
}

/** Where letters are text. */
function isWritten(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('dialog') !== null) return true;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
