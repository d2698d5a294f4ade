/** R033: an account is of the member version when its role name contains one of these words. */
const words = ['docstudio', 'sly_train', 'sly', 'sdx', 'hsx'] as const
/** True for the role names of member-version accounts. */
export const isMemberVersion = (role: string): boolean => words.some((word) => role.includes(word))
