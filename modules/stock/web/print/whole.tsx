/** Powers and dates stay in one piece on paper. */
export const whole = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>
