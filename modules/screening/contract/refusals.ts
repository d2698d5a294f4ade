import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  student_exists: [1406, '学生已存在：身份证号相同'],
  passport_exists: [1406, '学生已存在：护照号相同'],
  student_exists_who: [1406, '学生已存在：{who}'],
  student_similar: '已有同名、同生日、同性别的学生：{who}。确认不是同一人后再保存',
  placed: '请选择学校或村居委',
  class_needs_school: '选择班级时须有学校',
  class_of_school: '班级不属于所选的学校',
  id_disagrees: '{what}',
  school_exists: '该地区已有同名学校',
  class_exists: '该学校已有这个班级',
  grade_of_school: '{school}没有{grade}',
  graduate_by_call: '毕业状态由“毕业班离校”改变',
})
