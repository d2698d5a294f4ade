import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  exam_wrong: '{what}',
  exam_unconfirmed: '请确认：{what}',
  exam_empty: '请至少填写一项检查结果',
  exam_due: '请填写{what}后再提交',
  exam_delete: '已提交的检查请填写原因作废，不能删除',
  axis_missing: '有柱镜时必须填写轴位',
  base_missing: '有棱镜时必须选择底向',
  image_locked: '检查已提交，图像不能修改；请填写原因作废后重新上传',
  image_reason: '已提交的检查中的图像请填写原因作废，不能删除',
  image_too_many: '一项检查最多 50 张图像',
  image_not_theirs: '这项检查不是该会员的，图像不能放在这里',
})
