/** A word out of a closed list as people read it: `in_scope` is `In scope`, `DRAFT` is `Draft`. */
export function word(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Minutes as hours and minutes: `2 h 30 min`. */
export function duration(minutes: number, locale: string): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    ...(hours > 0 ? [`${hours.toLocaleString(locale)} h`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} min`] : []),
  ];
  return parts.join(' ');
}
