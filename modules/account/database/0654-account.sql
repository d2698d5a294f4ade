-- A key of a refusal says one thing in the whole house: the member's WeChat has its own.
alter index account__wechat_taken rename to account__account_wechat_taken;
