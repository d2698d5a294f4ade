/**
 * Drugs that share their allergy with others of their class. Members of a class: ATC index of the WHO Collaborating Centre (2024), those
 * used on the eye and the usual ones of an outpatient. Penicillins and cephalosporins: β内酰胺类抗菌药物皮肤试验指导原则 (国卫办医函〔2021〕188号). Sulphonamide
 * antibiotics and the carbonic anhydrase inhibitors, which are sulphonamides: contraindications of their approved labels (布林佐胺滴眼液、醋甲唑胺片,
 * NMPA 2023).
 */
interface AllergyClass {
  /** Drugs of the class, by a part of their names. */
  readonly drugs: RegExp
  /** What else names an allergy to the class in a file. */
  readonly words?: RegExp
}
const penicillins: AllergyClass = {
  drugs: /青霉素|[\u4e00-\u9fff]{1,2}西林|苄星|amoxicillin|ampicillin|penicillin/i,
  words: /盘尼西林|阿莫仙|\b(PG|PNC)\b/i,
}
const cephalosporins: AllergyClass = { drugs: /头孢|ceph|cef/i, words: /先锋霉素|先锋/ }
const betaLactams = [penicillins, cephalosporins]
/** Groups whose members share an allergy. */
const groups: ReadonlyArray<readonly AllergyClass[]> = [
  betaLactams,
  [{ drugs: /磺胺|新诺明|乙酰唑胺|醋甲唑胺|布林佐胺|多佐胺|双氯非那胺|柳氮磺吡啶|sulfa/i }],
  [{ drugs: /妥布霉素|庆大霉素|新霉素|链霉素|阿米卡星|卡那霉素|依替米星|奈替米星/, words: /氨基糖[苷甙]/ }],
  [{ drugs: /沙星|floxacin/i, words: /喹诺酮/ }],
  [{ drugs: /红霉素|阿奇霉素|克拉霉素|螺旋霉素/, words: /大环内酯/ }],
  [{ drugs: /四环素|多西环素|米诺环素|金霉素|土霉素/ }],
  [{ drugs: /普鲁卡因|丁卡因|丙美卡因|奥布卡因|苯佐卡因/, words: /酯类(局麻|麻)药?/ }],
  [{ drugs: /利多卡因|布比卡因|罗哌卡因|甲哌卡因|阿替卡因/, words: /酰胺类(局麻|麻)药?/ }],
  [{ drugs: /阿托品|后马托品|托吡卡胺|环喷托酯|莨菪碱/, words: /抗胆碱|莨菪/ }],
  [{ drugs: /阿司匹林|双氯芬酸|普拉洛芬|溴芬酸|酮咯酸|吲哚美辛|布洛芬|萘普生|奈帕芬胺|氟比洛芬/, words: /解热镇痛|非甾体|水杨酸|NSAID/i }],
  [{ drugs: /噻吗洛尔|卡替洛尔|倍他洛尔|左布诺洛尔|美替洛尔|普萘洛尔/, words: /受体阻滞/ }],
  [{ drugs: /前列素|贝美/, words: /前列腺素/ }],
  [{ drugs: /碘/ }],
]

/** What a file says the member is not allergic to. */
const DENIED = /(无|否认|没有|未发现|不详)[^、,，;；。]*/g

/** The word of a file that names an allergy of the group a drug belongs to; undefined where none does. */
export function crossAllergy(
  allergy: string | null,
  drug: { readonly name: string; readonly allergens?: string | null | undefined },
): string | undefined {
  const text = (allergy ?? '').replace(DENIED, '')
  const parts = `${drug.name}、${drug.allergens ?? ''}`
  for (const group of groups) {
    if (!group.some(({ drugs }) => drugs.test(parts))) continue
    const found = group.flatMap(({ drugs, words }) => drugs.exec(text)?.[0] ?? words?.exec(text)?.[0] ?? [])
    if (found[0]) return found[0]
  }
  return undefined
}

/** Words of a list: 青霉素、头孢；磺胺 → three; what says no more than “allergic” is left out. */
const wordsOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(/[、,，;；。\s/+和]+/)
    .map((word) => word.replace(/(类)?(药物|药)?过敏(史)?$/, ''))
    .filter((word) => word.length >= 2)

/**
 * What of a member's allergies a drug hits, by name; undefined where nothing does. Either names the other: 托吡卡胺 is hit by 复方托吡卡胺滴眼液, and by
 * a drug whose `allergens` list it. A drug of the same class is hit as well: 阿莫西林 by 青霉素.
 */
export function allergyHit(allergy: string | null, drug: { name: string; allergens?: string | null | undefined }): string | undefined {
  const words = wordsOf((allergy ?? '').replace(DENIED, ''))
  const parts = [drug.name, ...wordsOf(drug.allergens)]
  return (
    words.find((word) => parts.some((part) => part.includes(word))) ??
    parts.find((part) => (allergy ?? '').replace(DENIED, '').includes(part)) ??
    crossAllergy(allergy, drug)
  )
}
