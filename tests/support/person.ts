// A person at a browser: what they do and see on Beckon's page. The only place that knows how the page is worded.
import type { Locator, Page } from 'playwright-core';

export interface NewSession {
  folder: string;
  prompt: string;
  /** As the page names it; the page's own choice where left out. */
  mode?: string;
  pictures?: { name: string; mimeType: string; buffer: Buffer }[];
}

export class Person {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The same person, with one more tab in the same browser. */
  async openTab(url = this.page.url()): Promise<Person> {
    const tab = new Person(await this.page.context().newPage());
    await tab.open(url);
    return tab;
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  /** The form for a new session, or, on a phone, the list of sessions that are there already. */
  async seesFirstScreen(): Promise<void> {
    await this.startButton.or(this.newSessionLink).locator('visible=true').first().waitFor();
  }

  /** Goes to the form for a new session, where it is not in sight already. */
  async goToNewSession(): Promise<void> {
    await this.seesFirstScreen();
    if (!(await this.startButton.isVisible())) await this.newSessionLink.click();
    await this.startButton.waitFor();
  }

  get newSessionLink(): Locator {
    return this.page.getByRole('link', { name: 'New session' });
  }

  get startButton(): Locator {
    return this.page.getByRole('button', { name: 'Start session' });
  }

  /** Presses one of the scenarios on the first screen. */
  async startScenario(title: string): Promise<void> {
    await this.goToNewSession();
    await this.page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
    await this.page.waitForURL('**/sessions/*');
  }

  async fillNewSession({ folder, prompt, mode, pictures = [] }: NewSession): Promise<void> {
    await this.goToNewSession();
    await this.page.getByRole('combobox', { name: 'Folder' }).fill(folder);
    await this.page.getByRole('textbox', { name: 'Prompt' }).fill(prompt);
    if (mode !== undefined) await this.page.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
    if (pictures.length > 0) await this.attach(pictures);
  }

  async startSession(session: NewSession): Promise<void> {
    await this.fillNewSession(session);
    await this.startButton.click();
    await this.page.waitForURL('**/sessions/*');
  }

  async attach(pictures: NonNullable<NewSession['pictures']>): Promise<void> {
    await this.page.locator('input[type=file]').setInputFiles(pictures);
    for (const { name } of pictures) await this.page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }

  get sessionRows(): Locator {
    return this.page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search sessions' }).fill(text);
  }

  async send(text: string): Promise<void> {
    await this.messageField.fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  get messageField(): Locator {
    return this.page.getByRole('textbox', { name: 'Message to the agent' });
  }

  /** Goes from what waits for an answer to the message field. */
  async writeInstead(): Promise<void> {
    await this.dock.getByRole('button', { name: 'Write a message' }).click();
    await this.messageField.waitFor();
  }

  get sessionId(): string {
    return new URL(this.page.url()).pathname.replace('/sessions/', '');
  }

  /** The forms that wait for an answer and are in sight; those about `what`, where it is given. A session shows one at a time. */
  forms(what: string | RegExp = ''): Locator {
    return this.page
      .getByRole('article', { name: /: (parked, )?waiting for your response$/ })
      .filter({ hasText: what });
  }

  /** What waits for an answer in the open session, in place of the message field. */
  get dock(): Locator {
    return this.page.getByRole('region', { name: 'Waits for you' });
  }

  /** How many asks of the open session wait. */
  async waitingCount(): Promise<number> {
    const [place] = await this.dock.getByText(/^\d+ of \d+$/).allTextContents();
    return place === undefined ? this.dock.count() : Number(/\d+$/.exec(place)?.[0]);
  }

  /** What the asks of the open session are called, in their order; the first is in front afterwards. */
  async waitingNames(): Promise<string[]> {
    const names: string[] = [];
    await this.#leafBack();
    for (let count = await this.waitingCount(); names.length < count;) {
      const label = await this.forms().getAttribute('aria-label');
      names.push(label?.replace(/: (parked, )?waiting for your response$/, '') ?? '');
      if (names.length < count) await this.#leaf('Next ask');
    }
    await this.#leafBack();
    return names;
  }

  /** Brings a form of the open session to the front, or waits until it is there. */
  async turnTo(form: Locator): Promise<void> {
    for (let attempt = 1; !(await isThereSoon(form)); attempt += 1) {
      if (attempt === 60) throw new Error(`There is no form ${String(form)}.`);
      if (!(await this.#leaf('Next ask'))) await this.#leafBack();
    }
  }

  /** Says whether there was another one. */
  async #leaf(way: 'Next ask' | 'Previous ask'): Promise<boolean> {
    const button = this.dock.getByRole('button', { name: way });
    const isThere = (await button.count()) > 0 && (await button.isEnabled({ timeout: 1000 }).catch(() => false));
    // It may be answered from elsewhere in that very moment.
    if (isThere) await button.click({ timeout: 1000 }).catch(() => undefined);
    return isThere;
  }

  async #leafBack(): Promise<void> {
    while (await this.#leaf('Previous ask'));
  }

  /** The lines in the conversation that lead to what waits. */
  get waitingCalls(): Locator {
    return this.page.getByRole('button', { name: /Waits for you below$/ });
  }

  /** The cards of asks that are over. */
  closedCards(what: string | RegExp = ''): Locator {
    return this.page.locator('[data-ask-state]:not([data-ask-state=open])').filter({ hasText: what });
  }

  /** Until a button that decides takes presses and keys: a card counts neither before it has stood still for a moment. */
  async seesArmed(button: Locator): Promise<void> {
    await this.armed(button).waitFor();
  }

  /** What comes meanwhile may push it out of view again. */
  async #seesArmedInView(button: Locator): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await button.scrollIntoViewIfNeeded();
      const isArmed = this.armed(button).waitFor({ timeout: 3000 });
      const error = await isArmed.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return;
      if (attempt === 10) throw error;
    }
  }

  /** Those of these buttons that take presses now. */
  armed(buttons: Locator): Locator {
    return buttons.and(this.page.locator('[data-armed=true]:enabled'));
  }

  /** Presses a button that decides, once it takes the press; again where the card was pushed away in that very moment. */
  async decide(button: Locator): Promise<void> {
    await this.turnTo(button);
    for (let isTaken = false; !isTaken;) {
      await this.#seesArmedInView(button);
      const taken = this.page.evaluate(isNextClickTaken);
      await button.click({ force: true });
      isTaken = await taken;
    }
  }

  async approve(form = this.forms()): Promise<void> {
    await this.decide(form.getByRole('button', { name: 'Approve', exact: true }));
  }

  /** For what may do great harm. */
  async approveTwice(form = this.forms()): Promise<void> {
    await this.decide(form.getByRole('button', { name: 'Approve…' }));
    await this.decide(form.getByRole('button', { name: 'Yes, approve' }));
  }

  async approveWithCommand(command: string, form = this.forms()): Promise<void> {
    await this.decide(form.getByRole('button', { name: 'Edit input…' }));
    await form.getByRole('textbox', { name: 'Command to run instead' }).fill(command);
    await this.decide(form.getByRole('button', { name: 'Approve with changes' }));
  }

  async deny(reason: string, form = this.forms()): Promise<void> {
    await this.decide(form.getByRole('button', { name: 'Deny…' }));
    await form.getByRole('textbox', { name: /^Why not/ }).fill(reason);
    await this.decide(form.getByRole('button', { name: 'Deny', exact: true }));
  }

  /** Takes the first step towards "always allow", which lists what would be granted. */
  async whatAlwaysAllowGrants(form = this.forms()): Promise<string[]> {
    await this.decide(form.getByRole('button', { name: 'Approve and always allow…' }));
    await form.getByRole('button', { name: 'Approve and always allow', exact: true }).waitFor();
    return form.getByRole('listitem').locator('label').allInnerTexts();
  }

  /** Takes the second. */
  async approveAlways(form = this.forms()): Promise<void> {
    await this.decide(form.getByRole('button', { name: 'Approve and always allow', exact: true }));
  }

  /** On a phone, which shows one question at a time. */
  async goToNextQuestion(): Promise<void> {
    await this.forms().getByRole('button', { name: 'Next question' }).click();
  }

  /** Picks options of questions, in one form, by their labels. */
  async choose(...labels: string[]): Promise<void> {
    for (const label of labels) await this.option(label).check();
  }

  option(label: string): Locator {
    const name = new RegExp(`^${label}`);
    return this.forms().getByRole('radio', { name }).or(this.forms().getByRole('checkbox', { name }));
  }

  /** Answers a question in their own words. */
  async answerOther(question: string, text: string): Promise<void> {
    const fields = this.forms().getByRole('group', { name: question });
    await fields.getByText('Other', { exact: true }).click();
    await fields.getByRole('textbox').fill(text);
  }

  get sendAnswers(): Locator {
    return this.forms().getByRole('button', { name: 'Submit' });
  }

  async declineToAnswer(reason: string): Promise<void> {
    await this.decide(this.forms().getByRole('button', { name: 'Don’t answer…' }));
    await this.forms().getByRole('textbox').fill(reason);
    await this.decide(this.forms().getByRole('button', { name: 'Don’t answer', exact: true }));
  }

  async approvePlan(nextMode: string): Promise<void> {
    await this.forms()
      .getByRole('radio', { name: new RegExp(`^${nextMode}`) })
      .check();
    await this.decide(this.forms().getByRole('button', { name: 'Approve plan' }));
  }

  async sendPlanBack(feedback: string): Promise<void> {
    await this.decide(this.forms().getByRole('button', { name: 'Send back…' }));
    await this.forms()
      .getByRole('textbox', { name: /^(What should change|Anything about the plan)/ })
      .fill(feedback);
    await this.decide(this.forms().getByRole('button', { name: 'Send back', exact: true }));
  }

  /** With one finger, from side to side. */
  async swipe({ from, to, y }: { from: number; to: number; y: number }): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x: from, y });
    for (let step = 1; step <= 20; step += 1) await touch('touchMove', { x: from + ((to - from) * step) / 20, y });
    await touch('touchEnd');
  }

  /** Comments on a passage of the plan that begins with these words, as they are written in it. */
  async commentOn(passage: string, text: string): Promise<void> {
    await this.forms()
      .getByRole('button', { name: `Comment on “${passage}` })
      .click();
    await this.writeComment(text);
  }

  /** Into the field that is open. */
  async writeComment(text: string): Promise<void> {
    await this.forms()
      .getByRole('textbox', { name: /^Comment on/ })
      .fill(text);
    await this.forms().getByRole('button', { name: 'Done', exact: true }).click();
  }

  /** The comments on the plan that stand below its passages. */
  get comments(): Locator {
    return this.forms().getByRole('note').getByRole('paragraph');
  }

  /** Brings the agent of an answer that could not be delivered back now, or takes the answer back. */
  async pressOnCard(name: 'Try now' | 'Take the answer back', card = this.closedCards()): Promise<void> {
    await this.decide(card.getByRole('button', { name, exact: true }));
  }

  /** Interrupts an agent that does not run. */
  async giveUp(): Promise<void> {
    await this.page.getByRole('button', { name: 'Give up…' }).click();
    await this.decide(this.page.getByRole('dialog').getByRole('button', { name: 'Give up' }));
  }

  /** What has happened to an ask, line by line. */
  async logOf(card: Locator): Promise<string[]> {
    await card.getByRole('button', { name: 'Log' }).click();
    await card.getByRole('listitem').first().waitFor();
    return card.getByRole('listitem').allInnerTexts();
  }

  async interrupt(): Promise<void> {
    await this.page.getByRole('button', { name: 'Interrupt', exact: true }).click();
  }

  get permissionMode(): Locator {
    return this.page.getByRole('combobox', { name: 'Permission mode' });
  }

  /** What the agent wrote, by words in it. */
  agentSaying(text: string | RegExp): Locator {
    return this.page.getByRole('article', { name: 'Agent' }).getByText(text).first();
  }

  /** What Beckon itself has to say in the conversation, by words in it. */
  noteSaying(text: string | RegExp): Locator {
    return this.page.getByRole('article', { name: 'Note' }).getByText(text).first();
  }

  /** The whole message of the agent that holds these words, once its turn is over. */
  async agentSays(text: string): Promise<string> {
    await this.agentSaying(text).waitFor();
    await this.seesTurnEnd();
    return this.page.getByRole('article', { name: 'Agent' }).filter({ hasText: text }).innerText();
  }

  /** The person's own messages. */
  get ownMessages(): Locator {
    return this.page.getByRole('article', { name: 'You', exact: true });
  }

  /** Waits for the open session to be in a state, as its header words it. */
  async seesState(words: string): Promise<void> {
    await this.page.getByRole('main').getByText(words, { exact: true }).first().waitFor();
  }

  /** The agent's turn is over, and nothing of it can still happen. */
  async seesTurnEnd(): Promise<void> {
    await this.seesState('Ready for input');
  }

  /** The newest session of this title, as the list shows it. */
  sessionInList(title: string): Locator {
    const list = this.page.getByRole('navigation', { name: 'Sessions' });
    return list.getByRole('link', { name: new RegExp(`^${title}`) }).first();
  }

  async seesTitle(pattern: RegExp): Promise<void> {
    await this.page.waitForFunction(({ source }) => new RegExp(source).test(document.title), {
      source: pattern.source,
    });
  }
}

/** Also while it comes; not so long that one who looks for it would have turned the page. */
async function isThereSoon(part: Locator): Promise<boolean> {
  return part
    .first()
    .waitFor({ timeout: 400 })
    .then(
      () => true,
      () => false,
    );
}

/** Runs in the page. A press that does not count is prevented; what the page is to do about others, it has begun by then. */
function isNextClickTaken(): Promise<boolean> {
  return new Promise((resolve) => {
    window.addEventListener('click', ({ defaultPrevented }) => resolve(!defaultPrevented), { once: true });
  });
}
