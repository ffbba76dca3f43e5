import type { ActivityCommands } from "../command.ts";
import { authenticate } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import { getChannel, getChannelPermissions } from "./channel.ts";
import {
  captureLog,
  encourageHardwareAcceleration,
  getLocale,
  getPlatformBehaviors,
  refreshProxyTicket,
  setConfig,
  setOrientationLockState,
} from "./client-settings.ts";
import { openExternalLink } from "./external-link.ts";
import { initiateImageUpload } from "./image-upload.ts";
import { inviteUser, openInviteDialog } from "./invite.ts";
import { getParticipants } from "./participants.ts";
import { getRelationships, getUser } from "./people.ts";
import { getQuest, getQuestEnrollmentStatus, startQuestTimer } from "./quest.ts";
import { setActivity } from "./set-activity.ts";
import { openShareMomentDialog, shareInteraction, shareLink } from "./share.ts";
import { getEntitlements, getSkus, startPurchase } from "./store.ts";
import { subscribe, unsubscribe } from "./subscribe.ts";

/** Every command that is known, by its name (`@discord/embedded-app-sdk` 2.5.0, `Commands`). */
export const activityCommands: ActivityCommands = {
  AUTHENTICATE: authenticate,
  AUTHORIZE: authorize,
  CAPTURE_LOG: captureLog,
  ENCOURAGE_HW_ACCELERATION: encourageHardwareAcceleration,
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: getParticipants,
  GET_CHANNEL: getChannel,
  GET_CHANNEL_PERMISSIONS: getChannelPermissions,
  GET_ENTITLEMENTS_EMBEDDED: getEntitlements,
  GET_PLATFORM_BEHAVIORS: getPlatformBehaviors,
  GET_QUEST: getQuest,
  GET_QUEST_ENROLLMENT_STATUS: getQuestEnrollmentStatus,
  GET_RELATIONSHIPS: getRelationships,
  GET_SKUS_EMBEDDED: getSkus,
  GET_USER: getUser,
  INITIATE_IMAGE_UPLOAD: initiateImageUpload,
  INVITE_USER_EMBEDDED: inviteUser,
  OPEN_EXTERNAL_LINK: openExternalLink,
  OPEN_INVITE_DIALOG: openInviteDialog,
  OPEN_SHARE_MOMENT_DIALOG: openShareMomentDialog,
  QUEST_START_TIMER: startQuestTimer,
  REQUEST_PROXY_TICKET_REFRESH: refreshProxyTicket,
  SET_ACTIVITY: setActivity,
  SET_CONFIG: setConfig,
  SET_ORIENTATION_LOCK_STATE: setOrientationLockState,
  SHARE_INTERACTION: shareInteraction,
  SHARE_LINK: shareLink,
  START_PURCHASE: startPurchase,
  SUBSCRIBE: subscribe,
  UNSUBSCRIBE: unsubscribe,
  USER_SETTINGS_GET_LOCALE: getLocale,
};
