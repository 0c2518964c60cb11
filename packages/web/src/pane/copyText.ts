// Puts a text on the clipboard; says whether it is there.

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer that only to pages that came over a secure connection, and in some moments not even to them.
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', put, { capture: true });
  // oxlint-disable-next-line typescript/no-deprecated -- the one way that works on every connection
  document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return isCopied;
}
