import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Markdown } from './Markdown.tsx';

describe('Markdown', () => {
  it('shows HTML as text', () => {
    const { container } = render(<Markdown text={'**bold** <script>alert(1)</script><img src=x onerror=alert(1)>'} />);
    expect(container.querySelector('script, img')).toBeNull();
    expect(container.textContent).toContain('<script>alert(1)</script>');
    expect(container.querySelector('strong')?.textContent).toBe('bold');
  });

  it('loads no pictures from the network', () => {
    const { container } = render(<Markdown text="![secret](https://evil.example/?q=1)" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('[image: secret]');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'JaVaScRiPt:alert(1)', '/api/sessions'])(
    'makes no link of %s',
    (url) => {
      render(<Markdown text={`[click](${url})`} />);
      expect(screen.getByText('click').closest('a')).toBeNull();
    },
  );

  it.each(['https://example.com/', 'mailto:ana@example.com'])('opens %s without telling where from', (url) => {
    render(<Markdown text={`[click](${url})`} />);
    const link = screen.getByRole('link', { name: 'click' });
    expect(link.getAttribute('href')).toBe(url);
    expect(link.getAttribute('rel')).toContain('noreferrer');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('shows characters that turn or erase text', () => {
    const { container } = render(<Markdown text={'a \u202e b \u001b[2J'} />);
    expect(container.textContent).toContain('a ⟨U+202E⟩ b ␛[2J');
  });

  it('closes what is half written while it grows, and only then', () => {
    const { container, rerender } = render(<Markdown text="some **bol" isGrowing />);
    expect(container.querySelector('strong')?.textContent).toBe('bol');
    rerender(<Markdown text="some **bol" />);
    expect(container.querySelector('strong')).toBeNull();
  });

  it('shows code with its language before it has colours', () => {
    const { container } = render(<Markdown text={'```ts\nconst a = "<b>";\n```'} isGrowing />);
    expect(container.querySelector('pre')?.textContent).toBe('const a = "<b>";');
    expect(screen.getByText('ts')).toBeTruthy();
  });

  it('colours code once it is complete', async () => {
    const { container } = render(<Markdown text={'```ts\nconst a = 1;\n```'} />);
    await expect.poll(() => container.querySelector('.token')?.textContent, { timeout: 10_000 }).toBe('const');
    expect(container.querySelector('pre')?.textContent).toBe('const a = 1;');
  });
});
