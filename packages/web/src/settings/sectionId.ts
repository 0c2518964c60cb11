// By what a section of the settings is known in an address: `/settings#second-thoughts`.
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
